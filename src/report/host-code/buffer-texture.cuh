/* The memory of an array as tex1Dfetch() reads it. */
struct BufferTexture
{
  cudaTextureObject_t object = 0;

  BufferTexture (cudaChannelFormatDesc format, void *memory, size_t bytes,
                 const cudaTextureDesc *how)
  {
    cudaResourceDesc resource = {};

    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = format;
    resource.res.linear.sizeInBytes = bytes;
    host::check (cudaCreateTextureObject (&object, &resource, how, nullptr),
                 "cudaCreateTextureObject");
  }
  BufferTexture (const BufferTexture &) = delete;
  BufferTexture &operator= (const BufferTexture &) = delete;
  ~BufferTexture () { cudaDestroyTextureObject (object); }
};
