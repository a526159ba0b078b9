module.exports = require('@strapi/strapi').factories.createCoreRouter('api::backend-config.backend-config')
