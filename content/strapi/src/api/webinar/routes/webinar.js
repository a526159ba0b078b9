module.exports = require('@strapi/strapi').factories.createCoreRouter('api::webinar.webinar')
