module.exports = require('@strapi/strapi').factories.createCoreService('api::webinar-link.webinar-link')
