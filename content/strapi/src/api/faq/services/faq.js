module.exports = require('@strapi/strapi').factories.createCoreService('api::faq.faq')
