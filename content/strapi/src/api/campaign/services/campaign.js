module.exports = require('@strapi/strapi').factories.createCoreService('api::campaign.campaign')
