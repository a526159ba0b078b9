module.exports = require('@strapi/strapi').factories.createCoreRouter('api::category.category')
