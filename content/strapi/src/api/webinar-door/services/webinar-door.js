module.exports = require('@strapi/strapi').factories.createCoreService('api::webinar-door.webinar-door')
