const { enableEditors } = require('./editors')
const { makeLanguages } = require('./languages')
const { labelPanel } = require('./panel')
const { refuseWrong } = require('./refuse')
const { tellCuida } = require('./tell-cuida')

module.exports = {
  register({ strapi }) {
    refuseWrong(strapi)
  },
  async bootstrap({ strapi }) {
    await makeLanguages(strapi)
    await labelPanel(strapi)
    await enableEditors(strapi)
    await tellCuida(strapi)
  },
}
