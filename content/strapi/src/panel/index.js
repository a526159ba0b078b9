const care = require('./care')
const learning = require('./learning')
const offers = require('./offers')
const settings = require('./settings')

/** By content type or component: by which field an entry is called, and what each field is called and means. */
const WORDS = { ...care, ...learning, ...offers, ...settings }

/**
 * What editors read in the panel: names of fields in words, with what they are for. Whoever has called one otherwise there
 * (“Configure the view”) keeps that.
 */
async function labelPanel(strapi) {
  const manager = strapi.plugin('content-manager')
  for (const [uid, { title, fields }] of Object.entries(WORDS)) {
    const isComponent = uid.startsWith('cuida.')
    const service = manager.service(isComponent ? 'components' : 'content-types')
    const model = isComponent ? service.findComponent(uid) : service.findContentType(uid)
    const { uid: _, ...known } = await service.findConfiguration(model)
    await service.updateConfiguration(model, worded(known, model, title, fields))
  }
}

function worded({ settings, metadatas, layouts }, model, title, fields) {
  const isNew = Object.keys(fields).some((name) => isUnnamed(metadatas[name], name))
  const main = title && isNew ? { mainField: title, defaultSortBy: title } : {}
  const named = Object.entries(metadatas).map(([name, one]) => [
    name,
    labelled(one, name, fields[name], model.attributes[name]),
  ])
  return { settings: { ...settings, ...main }, metadatas: Object.fromEntries(named), layouts }
}

const isUnnamed = (metadata, name) => metadata?.edit.label === name && !metadata.edit.description

function labelled(metadata, name, words, attribute) {
  if (!words || !isUnnamed(metadata, name)) return metadata
  const [label, description = ''] = words
  // What belongs to it is called as it is there.
  const { title } = WORDS[attribute?.targetModel] ?? {}
  const called = title ? { mainField: title } : {}
  return { edit: { ...metadata.edit, label, description, ...called }, list: { ...metadata.list, label } }
}

module.exports = { labelPanel, WORDS }
