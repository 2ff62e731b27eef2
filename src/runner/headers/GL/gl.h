/* SPDX-License-Identifier: GPL-3.0-or-later
 * A stand-in for host headers, by several names: what device code can use of them, so that real
 * files compile. */
#ifndef __LOOM_GL_GL_H
#define __LOOM_GL_GL_H

typedef unsigned int GLenum;
typedef unsigned char GLboolean;
typedef unsigned int GLbitfield;
typedef signed char GLbyte;
typedef short GLshort;
typedef int GLint;
typedef int GLsizei;
typedef unsigned char GLubyte;
typedef unsigned short GLushort;
typedef unsigned int GLuint;
typedef float GLfloat;
typedef float GLclampf;
typedef double GLdouble;
typedef double GLclampd;
typedef void GLvoid;

#endif
