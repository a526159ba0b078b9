const { COMMON, LABELS } = require('./labels')

const labelOf = (uid, name) => LABELS[uid]?.[name] ?? COMMON[name]

/** Candidates for an entry's title; the first existing field is used. */
const TITLES = ['name', 'title', 'label', 'question', 'text', 'partnerName', 'webinar', 'key', 'day']
const titleOf = ({ attributes }) => TITLES.find((name) => name in attributes)

/** Sets labels and descriptions in the panel. Labels that an editor changed (“Configure the view”) stay. */
async function labelPanel(strapi) {
  const manager = strapi.plugin('content-manager')
  for (const uid of Object.keys({ ...strapi.contentTypes, ...strapi.components }).filter(isOurs)) {
    const isComponent = uid.startsWith('cuida.')
    const service = manager.service(isComponent ? 'components' : 'content-types')
    const model = isComponent ? service.findComponent(uid) : service.findContentType(uid)
    const { uid: _, ...known } = await service.findConfiguration(model)
    await service.updateConfiguration(model, labelled(strapi, uid, known, model))
  }
}
const isOurs = (uid) => /^(api::|cuida\.)/.test(uid)

function labelled(strapi, uid, { settings, metadatas, layouts }, model) {
  const fields = Object.entries(metadatas)
  const isNew = fields.some(([name, field]) => labelOf(uid, name) && isUnnamed(field, name))
  const title = titleOf(model)
  const main = title && isNew ? { mainField: title, defaultSortBy: title } : {}
  const named = fields.map(([name, field]) => [
    name,
    labelledField(strapi, field, labelOf(uid, name), name, model.attributes[name]),
  ])
  return { settings: { ...settings, ...main }, metadatas: Object.fromEntries(named), layouts }
}

const isUnnamed = ({ edit }, name) => edit.label === name && !edit.description

function labelledField(strapi, field, words, name, attribute) {
  if (!words || !isUnnamed(field, name)) return field
  const [label, description = ''] = words
  // A related entry is shown by the title of its own type.
  const target = attribute?.targetModel
  const title = target && isOurs(target) && titleOf(strapi.getModel(target))
  const called = title ? { mainField: title } : {}
  return { edit: { ...field.edit, label, description, ...called }, list: { ...field.list, label } }
}

module.exports = { labelOf, labelPanel, titleOf }
