module.exports = require('@strapi/strapi').factories.createCoreRouter('api::faq.faq')
