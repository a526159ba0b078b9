module.exports = require('@strapi/strapi').factories.createCoreController('api::webinar-door.webinar-door')
