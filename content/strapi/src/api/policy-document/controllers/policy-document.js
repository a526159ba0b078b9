module.exports = require('@strapi/strapi').factories.createCoreController('api::policy-document.policy-document')
