/* nasty: launches kernel out=8,8,8 */
/* Lines that go on in the middle of a word, of a comment and of a string. */
#def\
ine EIG\
HT 8
__glo\
bal__ vo\
id ker\
nel (int *out)
{
  out[thread\
Idx.x] = EIGHT; // not the end \
  of this comment {
}

int m\
ain () { const char *s = "}\
}"; return *s; }
