/**
 * Who is invited as “Editor” may write and publish all of the content, in every language: Strapi makes that role before it knows
 * our languages, and whoever had it saw nothing. At each start anew, so that what an upgrade brings is theirs too; who
 * shall do less is given a role of their own.
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
