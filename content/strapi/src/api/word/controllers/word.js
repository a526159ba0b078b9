module.exports = require('@strapi/strapi').factories.createCoreController('api::word.word')
