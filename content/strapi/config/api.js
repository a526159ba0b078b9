// Cuida reads a collection in pages of a hundred.
module.exports = { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } }
