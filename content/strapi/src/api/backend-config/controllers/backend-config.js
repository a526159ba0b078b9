module.exports = require('@strapi/strapi').factories.createCoreController('api::backend-config.backend-config')
