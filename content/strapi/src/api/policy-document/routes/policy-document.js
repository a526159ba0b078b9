module.exports = require('@strapi/strapi').factories.createCoreRouter('api::policy-document.policy-document')
