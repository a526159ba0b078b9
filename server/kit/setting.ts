import * as v from 'valibot'

/** What docs/settings.md says about a setting beside its description and default. */
export interface SettingNotes {
  /** The value's format; the setting types below fill it in. */
  form?: string
  isSecret?: true
  /** What the server does without a value, where the schema has no default. */
  unset?: string
  /** When the server refuses to start without a value. */
  required?: string
}

/** Attaches the description and notes of docs/settings.md to a schema. */
export const setting = <S extends v.GenericSchema>(schema: S, description: string, notes: SettingNotes = {}) =>
  v.pipe(schema, v.description(description), v.metadata({ ...notes }))

export const optionalSetting = <S extends v.GenericSchema>(schema: S, description: string, notes: SettingNotes = {}) =>
  v.optional(setting(schema, description, notes))

/** The notes of a setting, whether it is optional or not. */
export const settingNotes = (schema: v.GenericSchema & { wrapped?: v.GenericSchema }): SettingNotes =>
  v.getMetadata(schema.wrapped ?? schema)

export const Text = v.pipe(v.string(), v.metadata({ form: 'text' }))
export const Secret = v.pipe(v.string(), v.metadata({ form: 'text', isSecret: true }))
export const Port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/),
  v.transform(Number),
  v.maxValue(65_535),
  v.metadata({ form: 'port' }),
)
export const Count = v.pipe(
  v.string(),
  v.regex(/^\d{1,3}$/),
  v.transform(Number),
  v.minValue(2),
  v.maxValue(500),
  v.metadata({ form: 'number from 2 to 500' }),
)
export const Seconds = v.pipe(
  v.string(),
  v.regex(/^\d{1,2}$/),
  v.transform(Number),
  v.maxValue(10),
  v.metadata({ form: 'number from 0 to 10' }),
)
export const Url = v.pipe(v.string(), v.url(), v.metadata({ form: 'URL' }))
/** Scheme and host, exactly as a browser sends them in an Origin header. */
export const Origin = v.pipe(
  v.string(),
  v.regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/),
  v.metadata({ form: 'origin (`https://host`)' }),
)
