module.exports = require('@strapi/strapi').factories.createCoreRouter('api::campaign.campaign')
