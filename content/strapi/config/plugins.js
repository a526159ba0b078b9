// Files are small pictures and short videos; Cuida serves only the types on its own list.
module.exports = {
  upload: { config: { sizeLimit: 200 * 1024 * 1024, sizeOptimization: false, responsiveDimensions: false } },
}
