module.exports = require('@strapi/strapi').factories.createCoreController('api::webinar-link.webinar-link')
