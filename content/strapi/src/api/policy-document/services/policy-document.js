module.exports = require('@strapi/strapi').factories.createCoreService('api::policy-document.policy-document')
