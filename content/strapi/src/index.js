const { makeLanguages } = require('./languages')
const { tellCuida } = require('./tell-cuida')

module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    await makeLanguages(strapi)
    await tellCuida(strapi)
  },
}
