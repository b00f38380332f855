// What web/bundle.mjs has called the files that tables on this device are made of, below assets/.
declare const bundledFiles: {
    table: string; // the worker that holds a table
    thinker: string; // the worker that thinks
    engine: string; // for both
    simd: string; // the same for browsers with vectors
};
