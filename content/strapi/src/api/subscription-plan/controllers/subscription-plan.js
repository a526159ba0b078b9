module.exports = require('@strapi/strapi').factories.createCoreController('api::subscription-plan.subscription-plan')
