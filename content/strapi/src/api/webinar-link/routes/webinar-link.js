module.exports = require('@strapi/strapi').factories.createCoreRouter('api::webinar-link.webinar-link')
