const Ajv = require('ajv')
const { errors } = require('@strapi/utils')
const { productProblems } = require('./generated')

const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
const compiled = new Map()
function checkOf(schema) {
  if (!compiled.has(schema)) compiled.set(schema, ajv.compile(schema))
  return compiled.get(schema)
}

/**
 * Refuses on save what Strapi accepts but Cuida would not serve, at its field and with the reason: otherwise an
 * editor would wait for it to appear. Strapi itself checks the constraints that its schemas support (required,
 * minimum, maximum, pattern).
 */
function refuseWrong(strapi) {
  strapi.documents.use((context, next) => {
    const { data: sent } = context.params
    if (!['create', 'update'].includes(context.action) || !sent || !context.uid.startsWith('api::')) return next()
    const data = withJson(strapi, context.uid, sent)
    const problems = problemsOf(strapi, context.uid, data)
    if (context.uid === 'api::product.product') problems.push(...productProblems(data))
    if (problems.length === 0) return next()
    const details = problems.map(({ path, message }) => ({ path, message, name: 'ValidationError' }))
    throw new errors.ValidationError('Not saved: Cuida would not show it', { errors: details })
  })
}

/** Checks filled-in fields only: Strapi checks required ones on publication. */
function problemsOf(strapi, uid, data, path = []) {
  const { attributes } = strapi.getModel(uid)
  return Object.entries(data).flatMap(([name, value]) => {
    const attribute = attributes[name]
    if (!attribute || value === null || value === undefined) return []
    const at = [...path, name]
    if (attribute.type === 'component')
      return Array.isArray(value)
        ? value.flatMap((one, index) => problemsOf(strapi, attribute.component, one, [...at, String(index)]))
        : problemsOf(strapi, attribute.component, value, at)
    const schema = attribute.pluginOptions?.cuida?.check
    return schema ? wrongIn(schema, value).map((message) => ({ path: at, message })) : []
  })
}

/** The panel sends JSON fields as text. */
function withJson(strapi, uid, data) {
  const { attributes } = strapi.getModel(uid)
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, fieldWithJson(strapi, attributes[name], value)]),
  )
}

function fieldWithJson(strapi, attribute, value) {
  if (value && attribute?.type === 'component')
    return Array.isArray(value)
      ? value.map((one) => withJson(strapi, attribute.component, one))
      : withJson(strapi, attribute.component, value)
  const schema = attribute?.pluginOptions?.cuida?.check
  return typeof value === 'string' && schema && schema.type !== 'string' ? parsed(value) : value
}

function wrongIn(schema, value) {
  const check = checkOf(schema)
  if (check(value)) return []
  return [...new Set(check.errors.filter(({ keyword }) => !JOINING.includes(keyword)).map(sentenceOf))]
}
/** These errors say only that no alternative matched; the others give the reason. */
const JOINING = ['anyOf', 'oneOf', 'if']

function sentenceOf({ instancePath, message, params }) {
  const where = instancePath.slice(1).replaceAll('/', '.')
  const choice = params.allowedValues ? `: ${params.allowedValues.join(', ')}` : ''
  return `${where ? `${where} ` : ''}${message}${choice}`
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

module.exports = { refuseWrong }
