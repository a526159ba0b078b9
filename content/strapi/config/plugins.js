// Files are small pictures and short films; what an editor may upload, Cuida serves by a list of its own.
module.exports = {
  upload: { config: { sizeLimit: 200 * 1024 * 1024, sizeOptimization: false, responsiveDimensions: false } },
}
