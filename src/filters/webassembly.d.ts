/** What the filters use of WebAssembly: Node has it, but its types of version 20 do not say so. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports?: { readonly env: { readonly memory: Memory } });
    readonly exports: object;
  }
  class Memory {
    constructor(descriptor: {
      readonly initial: number;
      readonly maximum?: number;
      readonly shared?: boolean;
    });
    readonly buffer: ArrayBufferLike;
    /** Grows by so many pages; throws a RangeError when they cannot be had. */
    grow(pages: number): number;
  }
}
