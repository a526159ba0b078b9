/** Those of Cuida's words (content/schema/text.ts); the first is the one that an entry begins in. */
const LANGUAGES = { en: 'English', es: 'Español', 'pt-BR': 'Português (Brasil)' }

async function makeLanguages(strapi) {
  const locales = strapi.plugin('i18n').service('locales')
  for (const [code, name] of Object.entries(LANGUAGES))
    if (!(await locales.findByCode(code))) await locales.create({ code, name })
}

module.exports = { makeLanguages }
