import type { Shape } from "./en.js";
import { title } from "./title.js";

export const cn = {
  ...title.cn,
  heading: "数据集",
  trash: "回收站",
  drop: {
    title: "将数据表拖放到这里",
    hint: "一个或多个 .csv、.xlsx 或 .xls 文件，第一行为列名",
    choose: "选择文件",
    product: "用于",
    help: "文件应该是什么格式？",
    helpHeader: "第一行为列名。每个名称只能出现一次，且不能为 __id__ 或 __one__。",
    helpCsv:
      "CSV：逗号、分号、制表符或其他分隔符，小数点或小数逗号，任何常见编码（UTF-8、UTF-16、Big5、GB18030、Shift_JIS、Latin-1）。检测结果之后可以更正。",
    helpExcel: "Excel：读取第一个工作表，公式则读取其数值。",
    helpRows: "最多使用 10,000 行。数据表较长时，您可以选择：随机、开头、中间或结尾。",
  },
  sending: {
    unreadable: "无法读取 {{name}}",
    title: "正在传送的文件",
    sent: "已上传为 {{name}}",
    open: "打开 {{name}}",
  },
  filter: {
    product: "产品",
    name: "按名称筛选",
    state: "状态",
    anyState: "所有状态",
    busy: "进行中",
    ready: "就绪",
    failed: "失败",
    sort: "排序依据",
  },
  columns: {
    name: "名称",
    product_type: "产品",
    total_rows: "行数",
    column_count: "列数",
    status: "状态",
    owner_name: "所有者",
    updated_at: "修改时间",
    actions: "操作",
  },
  list: {
    failed: "无法加载数据集",
    empty: "暂无数据集",
    emptyHint: "将数据表拖放到上方，或试用首页的示例。",
    none: "没有匹配的数据集",
    noneHint: "请更改或清除筛选条件。",
    clear: "清除筛选条件",
  },
  rename: {
    action: "重命名 {{name}}",
    label: "{{name}} 的新名称",
    save: "保存名称",
    cancel: "保留原名称",
    rule: "不能为空，最多 {{max}} 个字符",
    done: "已重命名为 {{name}}",
  },
  remove: { action: "删除 {{name}}", done: "已删除 {{name}}" },
} satisfies Shape;
