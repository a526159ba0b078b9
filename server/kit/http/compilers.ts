import AjvCompiler from '@fastify/ajv-compiler'
import StringifyCompiler from '@fastify/fast-json-stringify-compiler'

type Serialiser = StringifyCompiler.Serializer
type Validator = ReturnType<ReturnType<ReturnType<typeof AjvCompiler>>>

const validators = AjvCompiler()
const stringifiers = StringifyCompiler()
const serialisers = new WeakMap<object, Serialiser>()

/**
 * Undeclared members are dropped, not stored; every wrong field is named at once. The formats are not Ajv's: the
 * schema of core judges such a text when it has made it tidy.
 */
export const AJV_OPTIONS = {
  removeAdditional: 'all',
  coerceTypes: false,
  useDefaults: true,
  allErrors: true,
  formats: { 'idn-email': true, phone: true, 'one-time-code': true },
} as const

/**
 * Fastify's own compilers, shared by every app of this process: a schema (the same object) becomes code once. One process
 * serves one app; the tests make an app a file, and compiling was half of what each cost.
 *
 * It becomes code when it is first asked for: all at once was a third of a start, and of some 330 calls a person makes
 * thirty. `compilers.test.ts` makes every one of them.
 */
export const compilersFactory = {
  // Ajv keeps what it has made of a schema by itself.
  buildValidator: (...settings: Parameters<typeof validators>) => {
    const compile = validators(...settings)
    return (route: Parameters<typeof compile>[0]): Validator => whenAsked(() => compile(route))
  },
  buildSerializer: (externals: unknown, options?: StringifyCompiler.Options) => {
    const compile = stringifiers(externals, options)
    return (route: StringifyCompiler.RouteDefinition): Serialiser => {
      const schema = route.schema as object
      return (value) => (serialisers.get(schema) ?? keep(schema, compile(route)))(value)
    }
  },
}

function keep(schema: object, serialiser: Serialiser): Serialiser {
  serialisers.set(schema, serialiser)
  return serialiser
}

/** Fastify reads what was wrong from the function itself, as Ajv leaves it there. */
function whenAsked(compile: () => Validator): Validator {
  let made: Validator | undefined
  const validate = ((value: unknown) => {
    made ??= compile()
    const isFine = made(value)
    validate.errors = made.errors
    return isFine
  }) as Validator
  return validate
}
