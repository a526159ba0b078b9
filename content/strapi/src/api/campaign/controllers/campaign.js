module.exports = require('@strapi/strapi').factories.createCoreController('api::campaign.campaign')
