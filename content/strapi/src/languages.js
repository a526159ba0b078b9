const { LANGUAGES } = require('./generated')

async function makeLanguages(strapi) {
  const locales = strapi.plugin('i18n').service('locales')
  for (const [code, name] of Object.entries(LANGUAGES))
    if (!(await locales.findByCode(code))) await locales.create({ code, name })
}

module.exports = { makeLanguages }
