import AjvCompiler from '@fastify/ajv-compiler'
import StringifyCompiler from '@fastify/fast-json-stringify-compiler'

type Serialiser = StringifyCompiler.Serializer
type Validator = ReturnType<ReturnType<ReturnType<typeof AjvCompiler>>>

const validators = AjvCompiler()
const stringifiers = StringifyCompiler()
const serialisers = new WeakMap<object, Serialiser>()

/**
 * Undeclared members are removed, and all invalid fields are reported together. Formats are left to the valibot
 * schemas, which check a text after normalising it.
 */
export const AJV_OPTIONS = {
  removeAdditional: 'all',
  coerceTypes: false,
  useDefaults: true,
  allErrors: true,
  formats: { 'idn-email': true, phone: true, 'one-time-code': true, reference: true },
} as const

/**
 * Fastify's own compilers, shared by all apps of this process: the same schema object is compiled once. A production
 * process has one app; tests create one for each file, and compiling took half of their time.
 *
 * A schema is compiled at its first use: compiling all of them took a third of the start, and a person uses about
 * thirty of the 330 calls. `compilers.test.ts` compiles all.
 */
export const compilersFactory = {
  // Ajv caches compiled schemas itself.
  buildValidator: (...settings: Parameters<typeof validators>) => {
    const compile = validators(...settings)
    return (route: Parameters<typeof compile>[0]): Validator => whenAsked(() => compile(route))
  },
  buildSerializer: (externals: unknown, options?: StringifyCompiler.Options) => {
    const compile = stringifiers(externals, options)
    return (route: StringifyCompiler.RouteDefinition): Serialiser => {
      const schema = route.schema as object
      return (value) => (serialisers.get(schema) ?? storeSerialiser(schema, compile(route)))(value)
    }
  },
}

function storeSerialiser(schema: object, serialiser: Serialiser): Serialiser {
  serialisers.set(schema, serialiser)
  return serialiser
}

/** Fastify reads validation errors from the function's `errors` property, where Ajv leaves them. */
function whenAsked(compile: () => Validator): Validator {
  let validator: Validator | undefined
  const validate = ((value: unknown) => {
    validator ??= compile()
    const isFine = validator(value)
    validate.errors = validator.errors
    return isFine
  }) as Validator
  return validate
}
