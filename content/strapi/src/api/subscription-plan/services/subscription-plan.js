module.exports = require('@strapi/strapi').factories.createCoreService('api::subscription-plan.subscription-plan')
