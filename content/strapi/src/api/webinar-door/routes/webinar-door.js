module.exports = require('@strapi/strapi').factories.createCoreRouter('api::webinar-door.webinar-door')
