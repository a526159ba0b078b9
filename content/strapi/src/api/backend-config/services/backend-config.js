module.exports = require('@strapi/strapi').factories.createCoreService('api::backend-config.backend-config')
