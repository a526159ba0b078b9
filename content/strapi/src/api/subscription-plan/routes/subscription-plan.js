module.exports = require('@strapi/strapi').factories.createCoreRouter('api::subscription-plan.subscription-plan')
