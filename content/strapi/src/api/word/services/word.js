module.exports = require('@strapi/strapi').factories.createCoreService('api::word.word')
