module.exports = require('@strapi/strapi').factories.createCoreService('api::product-group.product-group')
