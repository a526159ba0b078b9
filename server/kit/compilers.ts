import AjvCompiler from '@fastify/ajv-compiler'
import StringifyCompiler from '@fastify/fast-json-stringify-compiler'

type Serialiser = StringifyCompiler.Serializer

const validators = AjvCompiler()
const stringifiers = StringifyCompiler()
const serialisers = new WeakMap<object, Serialiser>()

/**
 * Fastify's own compilers, shared by every app of this process: a schema (the same object) becomes code once. One process
 * serves one app; the tests make an app a file, and compiling was half of what each cost.
 */
export const compilersFactory = {
  // Ajv keeps what it has made of a schema by itself.
  buildValidator: validators,
  buildSerializer: (externals: unknown, options?: StringifyCompiler.Options) => {
    const compile = stringifiers(externals, options)
    return (route: StringifyCompiler.RouteDefinition): Serialiser => {
      const schema = route.schema as object
      const made = serialisers.get(schema) ?? compile(route)
      serialisers.set(schema, made)
      return made
    }
  },
}
