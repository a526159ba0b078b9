/**
 * Grants the “Editor” role permission to write and publish all content in every language: Strapi creates that role
 * before our languages exist, so its members would see nothing. Repeated at each start, so that new content types are
 * included. For fewer permissions, create another role.
 */
async function enableEditors(strapi) {
  const roles = strapi.service('admin::role')
  const role = await roles.findOne({ code: 'strapi-editor' })
  if (!role) return
  const { actionProvider, findMany } = strapi.service('admin::permission')
  const actions = actionProvider.values().filter(({ section }) => section === 'contentTypes')
  const all = strapi.service('admin::content-type').getPermissionsWithNestedFields(actions)
  const locales = (await strapi.plugin('i18n').service('locales').find()).map(({ code }) => code)
  const inEach = async (permission) => {
    const isOfOne = await actionProvider.appliesToProperty('locales', permission.action, permission.subject)
    return isOfOne ? { ...permission, properties: { ...permission.properties, locales } } : permission
  }
  const ours = await Promise.all(all.filter(isContent).map(inEach))
  const others = (await findMany({ where: { role: { id: role.id } } })).filter((permission) => !isContent(permission))
  await roles.assignPermissions(role.id, [...others, ...ours])
}

const isContent = ({ subject }) => Boolean(subject?.startsWith('api::'))

module.exports = { enableEditors }
