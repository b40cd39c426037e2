/** The JSON schema of a site profile. Written by scripts/profile-schema.ts. */
export const PROFILE_SCHEMA: object = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Site profile of instrument-panel',
  description: 'Where an EHR shows a patient, as data. See docs/profiles.md.',
  type: 'object',
  properties: {
    id: {
      type: 'string',
      pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
    },
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
    },
    version: {
      type: 'integer',
      exclusiveMinimum: 0,
      maximum: 9007199254740991,
    },
    enabled: {
      type: 'boolean',
    },
    rollout: {
      type: 'integer',
      minimum: 0,
      maximum: 100,
    },
    extension: {
      type: 'object',
      properties: {
        from: {
          type: 'string',
        },
        except: {
          maxItems: 50,
          type: 'array',
          items: {
            type: 'string',
          },
        },
      },
      additionalProperties: false,
    },
    proxy: {
      type: 'string',
      maxLength: 300,
    },
    language: {
      type: 'string',
      maxLength: 35,
    },
    match: {
      minItems: 1,
      maxItems: 20,
      type: 'array',
      items: {
        type: 'string',
        maxLength: 300,
      },
    },
    frames: {
      maxItems: 20,
      type: 'array',
      items: {
        type: 'string',
        maxLength: 300,
      },
    },
    settle: {
      default: 300,
      type: 'integer',
      minimum: 0,
      maximum: 5000,
    },
    pages: {
      minItems: 1,
      maxItems: 20,
      type: 'array',
      items: {
        oneOf: [
          {
            type: 'object',
            properties: {
              type: {
                type: 'string',
                const: 'chart',
              },
              frame: {
                type: 'string',
                enum: ['top', 'child', 'any'],
              },
              url: {
                type: 'object',
                properties: {
                  path: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  query: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  fragment: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                },
                additionalProperties: false,
              },
              top: {
                type: 'object',
                properties: {
                  path: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  query: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  fragment: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                },
                additionalProperties: false,
              },
              element: {
                type: 'string',
                minLength: 1,
                maxLength: 500,
              },
              header: {
                type: 'string',
                minLength: 1,
                maxLength: 500,
              },
              loadsAnew: {
                type: 'boolean',
              },
              patient: {
                maxItems: 10,
                type: 'array',
                items: {
                  oneOf: [
                    {
                      type: 'object',
                      properties: {
                        kind: {
                          type: 'string',
                          enum: ['key', 'name', 'birthday', 'email', 'phone'],
                        },
                        system: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 100,
                        },
                        pattern: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 300,
                        },
                        order: {
                          type: 'string',
                          enum: ['ymd', 'dmy', 'mdy'],
                        },
                        optional: {
                          type: 'boolean',
                        },
                        from: {
                          type: 'string',
                          const: 'url',
                        },
                        part: {
                          type: 'string',
                          enum: ['path', 'query', 'fragment'],
                        },
                        name: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 100,
                        },
                        of: {
                          type: 'string',
                          enum: ['frame', 'top'],
                        },
                        confirm: {
                          minItems: 1,
                          type: 'array',
                          items: {
                            type: 'string',
                            enum: ['name', 'birthday', 'email', 'phone'],
                          },
                        },
                        select: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 500,
                        },
                      },
                      required: ['kind', 'from', 'part'],
                      additionalProperties: false,
                    },
                    {
                      type: 'object',
                      properties: {
                        kind: {
                          type: 'string',
                          enum: ['key', 'name', 'birthday', 'email', 'phone'],
                        },
                        system: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 100,
                        },
                        pattern: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 300,
                        },
                        order: {
                          type: 'string',
                          enum: ['ymd', 'dmy', 'mdy'],
                        },
                        optional: {
                          type: 'boolean',
                        },
                        from: {
                          type: 'string',
                          const: 'attribute',
                        },
                        select: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 500,
                        },
                        attribute: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 100,
                        },
                      },
                      required: ['kind', 'from', 'select', 'attribute'],
                      additionalProperties: false,
                    },
                    {
                      type: 'object',
                      properties: {
                        kind: {
                          type: 'string',
                          enum: ['key', 'name', 'birthday', 'email', 'phone'],
                        },
                        system: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 100,
                        },
                        pattern: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 300,
                        },
                        order: {
                          type: 'string',
                          enum: ['ymd', 'dmy', 'mdy'],
                        },
                        optional: {
                          type: 'boolean',
                        },
                        from: {
                          type: 'string',
                          const: 'text',
                        },
                        select: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 500,
                        },
                      },
                      required: ['kind', 'from', 'select'],
                      additionalProperties: false,
                    },
                    {
                      type: 'object',
                      properties: {
                        kind: {
                          type: 'string',
                          enum: ['key', 'name', 'birthday', 'email', 'phone'],
                        },
                        system: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 100,
                        },
                        pattern: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 300,
                        },
                        order: {
                          type: 'string',
                          enum: ['ymd', 'dmy', 'mdy'],
                        },
                        optional: {
                          type: 'boolean',
                        },
                        from: {
                          type: 'string',
                          const: 'after',
                        },
                        label: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 100,
                        },
                        select: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 500,
                        },
                      },
                      required: ['kind', 'from', 'label'],
                      additionalProperties: false,
                    },
                    {
                      type: 'object',
                      properties: {
                        kind: {
                          type: 'string',
                          enum: ['key', 'name', 'birthday', 'email', 'phone'],
                        },
                        system: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 100,
                        },
                        pattern: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 300,
                        },
                        order: {
                          type: 'string',
                          enum: ['ymd', 'dmy', 'mdy'],
                        },
                        optional: {
                          type: 'boolean',
                        },
                        from: {
                          type: 'string',
                          const: 'beside',
                        },
                        label: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 100,
                        },
                        select: {
                          type: 'string',
                          minLength: 1,
                          maxLength: 500,
                        },
                      },
                      required: ['kind', 'from', 'label'],
                      additionalProperties: false,
                    },
                  ],
                },
              },
              places: {
                maxItems: 5,
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    select: {
                      type: 'string',
                      minLength: 1,
                      maxLength: 500,
                    },
                    at: {
                      type: 'string',
                      enum: ['before', 'after', 'first', 'last'],
                    },
                  },
                  required: ['select', 'at'],
                  additionalProperties: false,
                },
              },
            },
            required: ['type', 'element'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: {
              type: {
                type: 'string',
                const: 'list',
              },
              frame: {
                type: 'string',
                enum: ['top', 'child', 'any'],
              },
              url: {
                type: 'object',
                properties: {
                  path: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  query: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  fragment: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                },
                additionalProperties: false,
              },
              top: {
                type: 'object',
                properties: {
                  path: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  query: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  fragment: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                },
                additionalProperties: false,
              },
              element: {
                type: 'string',
                minLength: 1,
                maxLength: 500,
              },
              rows: {
                type: 'object',
                properties: {
                  select: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 500,
                  },
                  patient: {
                    minItems: 1,
                    maxItems: 10,
                    type: 'array',
                    items: {
                      oneOf: [
                        {
                          type: 'object',
                          properties: {
                            kind: {
                              type: 'string',
                              enum: ['key', 'name', 'birthday', 'email', 'phone'],
                            },
                            system: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 100,
                            },
                            pattern: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 300,
                            },
                            order: {
                              type: 'string',
                              enum: ['ymd', 'dmy', 'mdy'],
                            },
                            optional: {
                              type: 'boolean',
                            },
                            from: {
                              type: 'string',
                              const: 'url',
                            },
                            part: {
                              type: 'string',
                              enum: ['path', 'query', 'fragment'],
                            },
                            name: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 100,
                            },
                            of: {
                              type: 'string',
                              enum: ['frame', 'top'],
                            },
                            confirm: {
                              minItems: 1,
                              type: 'array',
                              items: {
                                type: 'string',
                                enum: ['name', 'birthday', 'email', 'phone'],
                              },
                            },
                            select: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 500,
                            },
                          },
                          required: ['kind', 'from', 'part'],
                          additionalProperties: false,
                        },
                        {
                          type: 'object',
                          properties: {
                            kind: {
                              type: 'string',
                              enum: ['key', 'name', 'birthday', 'email', 'phone'],
                            },
                            system: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 100,
                            },
                            pattern: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 300,
                            },
                            order: {
                              type: 'string',
                              enum: ['ymd', 'dmy', 'mdy'],
                            },
                            optional: {
                              type: 'boolean',
                            },
                            from: {
                              type: 'string',
                              const: 'attribute',
                            },
                            select: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 500,
                            },
                            attribute: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 100,
                            },
                          },
                          required: ['kind', 'from', 'select', 'attribute'],
                          additionalProperties: false,
                        },
                        {
                          type: 'object',
                          properties: {
                            kind: {
                              type: 'string',
                              enum: ['key', 'name', 'birthday', 'email', 'phone'],
                            },
                            system: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 100,
                            },
                            pattern: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 300,
                            },
                            order: {
                              type: 'string',
                              enum: ['ymd', 'dmy', 'mdy'],
                            },
                            optional: {
                              type: 'boolean',
                            },
                            from: {
                              type: 'string',
                              const: 'text',
                            },
                            select: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 500,
                            },
                          },
                          required: ['kind', 'from', 'select'],
                          additionalProperties: false,
                        },
                        {
                          type: 'object',
                          properties: {
                            kind: {
                              type: 'string',
                              enum: ['key', 'name', 'birthday', 'email', 'phone'],
                            },
                            system: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 100,
                            },
                            pattern: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 300,
                            },
                            order: {
                              type: 'string',
                              enum: ['ymd', 'dmy', 'mdy'],
                            },
                            optional: {
                              type: 'boolean',
                            },
                            from: {
                              type: 'string',
                              const: 'after',
                            },
                            label: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 100,
                            },
                            select: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 500,
                            },
                          },
                          required: ['kind', 'from', 'label'],
                          additionalProperties: false,
                        },
                        {
                          type: 'object',
                          properties: {
                            kind: {
                              type: 'string',
                              enum: ['key', 'name', 'birthday', 'email', 'phone'],
                            },
                            system: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 100,
                            },
                            pattern: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 300,
                            },
                            order: {
                              type: 'string',
                              enum: ['ymd', 'dmy', 'mdy'],
                            },
                            optional: {
                              type: 'boolean',
                            },
                            from: {
                              type: 'string',
                              const: 'beside',
                            },
                            label: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 100,
                            },
                            select: {
                              type: 'string',
                              minLength: 1,
                              maxLength: 500,
                            },
                          },
                          required: ['kind', 'from', 'label'],
                          additionalProperties: false,
                        },
                      ],
                    },
                  },
                  place: {
                    type: 'object',
                    properties: {
                      select: {
                        type: 'string',
                        minLength: 1,
                        maxLength: 500,
                      },
                      at: {
                        type: 'string',
                        enum: ['before', 'after', 'first', 'last'],
                      },
                    },
                    required: ['select', 'at'],
                    additionalProperties: false,
                  },
                },
                required: ['select', 'patient', 'place'],
                additionalProperties: false,
              },
            },
            required: ['type', 'element', 'rows'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: {
              type: {
                type: 'string',
                const: 'none',
              },
              frame: {
                type: 'string',
                enum: ['top', 'child', 'any'],
              },
              url: {
                type: 'object',
                properties: {
                  path: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  query: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  fragment: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                },
                additionalProperties: false,
              },
              top: {
                type: 'object',
                properties: {
                  path: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  query: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                  fragment: {
                    type: 'string',
                    minLength: 1,
                    maxLength: 300,
                  },
                },
                additionalProperties: false,
              },
              element: {
                type: 'string',
                minLength: 1,
                maxLength: 500,
              },
            },
            required: ['type', 'element'],
            additionalProperties: false,
          },
        ],
      },
    },
  },
  required: ['id', 'name', 'version', 'proxy', 'match', 'pages'],
  additionalProperties: false,
};
