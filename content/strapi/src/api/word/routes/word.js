module.exports = require('@strapi/strapi').factories.createCoreRouter('api::word.word')
