/* The cells of an array as textures and surfaces have them: in an order of the device's own. */
struct Image
{
  cudaArray_t array = nullptr;
  unsigned long long object = 0;
  cudaExtent extent;
  bool is_surface;

  Image (cudaChannelFormatDesc format, cudaExtent size, unsigned int flags,
         const cudaTextureDesc *how)
    : extent (size), is_surface (how == nullptr)
  {
    cudaResourceDesc resource = {};

    host::check (cudaMalloc3DArray (&array, &format, size, flags), "cudaMalloc3DArray");
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    if (is_surface)
      host::check (cudaCreateSurfaceObject (&object, &resource), "cudaCreateSurfaceObject");
    else
      host::check (cudaCreateTextureObject (&object, &resource, how, nullptr),
                   "cudaCreateTextureObject");
  }
  Image (const Image &) = delete;
  Image &operator= (const Image &) = delete;
  ~Image ()
  {
    if (is_surface)
      cudaDestroySurfaceObject (object);
    else
      cudaDestroyTextureObject (object);
    cudaFreeArray (array);
  }

  template <typename T>
  cudaMemcpy3DParms describe (const Array<T> &cells) const
  {
    cudaMemcpy3DParms parms = {};

    parms.extent = make_cudaExtent (extent.width, extent.height > 0 ? extent.height : 1,
                                    extent.depth > 0 ? extent.depth : 1);
    parms.kind = cudaMemcpyDeviceToDevice;
    parms.srcPtr = make_cudaPitchedPtr (cells.device, cells.pitch, parms.extent.width,
                                        parms.extent.height);
    parms.dstArray = array;
    return parms;
  }
  template <typename T>
  void load (const Array<T> &cells)
  {
    const cudaMemcpy3DParms parms = describe (cells);

    host::check (cudaMemcpy3D (&parms), cells.name);
  }
  template <typename T>
  void store (Array<T> &cells)
  {
    cudaMemcpy3DParms parms = describe (cells);

    parms.dstPtr = parms.srcPtr;
    parms.srcPtr = cudaPitchedPtr ();
    parms.srcArray = array;
    parms.dstArray = nullptr;
    host::check (cudaMemcpy3D (&parms), cells.name);
  }
};
